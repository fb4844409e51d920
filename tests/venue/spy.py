"""A spy: subscribes to everything that a broker has, and keeps it."""

import json
import threading

from host_tools.venue.mqtt import BrokerError, Connection
from tests.venue.fair import eventually


class Spy:
    """Hears all topics."""

    def __init__(self, address, heard=None, topics=("#",)):
        self.heard = []  # (topic, payload)
        self._also = heard or (lambda topic, payload: None)
        self._connection = Connection(address, "", on_message=self._hear)
        self._connection.open()
        self._connection.subscribe(topics)
        self._stopping = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _hear(self, topic, payload):
        self.heard.append((topic, payload))
        self._also(topic, payload)

    def _run(self):
        while not self._stopping:
            try:
                self._connection.run(1.0)
            except BrokerError:
                return

    def messages(self, ending):
        """The messages of all topics with this level."""
        return [json.loads(p) for t, p in list(self.heard) if ending in t.split("/") and p]

    def events(self, kind=None):
        """Each event once, by its id: a broker may say it again."""
        found = {event["id"]: event for event in self.messages("events")}
        return [event for event in found.values() if kind in (None, event["kind"])]

    def wait_for(self, there, what):
        return eventually(lambda: there(self), what)

    def close(self):
        self._stopping = True
        self._connection.wake()
        self._thread.join(60)
        self._connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()
