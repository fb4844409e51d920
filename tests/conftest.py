"""How tests are run here: the same examples every time, and never a verdict by the clock."""

from hypothesis import HealthCheck, settings

# A busy machine must not turn a test red; what Hypothesis finds at random belongs to `make soak`.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
