// A dialog with a title and a button that closes it.

import { h, icon, render } from "./dom.js";
import { t } from "./strings.js";

/**
 * @param {string} kind the class of its content
 * @param {string} id of its title
 * @param {import("./dom.js").Props} props
 */
export function makeDialog(kind, id, props = {}) {
  const dialog = h("dialog", { "aria-labelledby": id, ...props });
  document.body.append(dialog);
  const close = () => dialog.close();
  const cross = () =>
    h(
      "button",
      {
        type: "button",
        class: "button quiet round",
        "aria-label": t("close"),
        onclick: close,
      },
      icon("close"),
    );
  /** @type {(title: string, ...content: import("./dom.js").Child[]) => void} */
  const open = (title, ...content) => {
    const head = h("header", {}, h("h2", { id }, title), cross());
    render(dialog, h("div", { class: kind }, head, content));
    if (!dialog.open) dialog.showModal();
  };
  return { open, close, isOpen: () => dialog.open };
}

/**
 * A dialog that a touch beside it closes too.
 * @param {string} kind
 * @param {string} id
 * @param {import("./dom.js").Props} [props]
 */
export function makeLightDialog(kind, id, props) {
  const dialog = makeDialog(kind, id, {
    ...props,
    // It returns nothing: false would keep links in the dialog from opening.
    onclick: ({ target, currentTarget }) => {
      if (target === currentTarget) dialog.close();
    },
  });
  return dialog;
}
