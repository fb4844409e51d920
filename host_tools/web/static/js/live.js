// The live line to the table: it reconnects by itself, and every message is the whole state.

export function listen(path, handlers, onLink = () => {}) {
  let source;
  let timer;
  const open = () => {
    source = new EventSource(path);
    source.onopen = () => onLink(true);
    source.onerror = () => {
      onLink(false);
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(timer);
        timer = setTimeout(open, 1500);
      }
    };
    for (const [name, take] of Object.entries(handlers))
      source.addEventListener(name, (event) => take(JSON.parse(event.data)));
  };
  open();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && open());
}

// Ask the table for something. What it refuses comes back as an Error with a sentence.
export async function ask(path, body) {
  const options =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        };
  const answer = await fetch(path, { credentials: "same-origin", ...options });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw Object.assign(new Error(found.message ?? answer.statusText), { code: found.error });
  return found;
}
