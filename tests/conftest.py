"""How properties are searched: the same examples in `make test`, new ones in `make soak`."""

from hypothesis import HealthCheck, settings

# No verdict by the clock: a busy machine draws slowly, and that says nothing of the code.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("wild", patient)
settings.register_profile("steady", patient, derandomize=True)
settings.load_profile("steady")
