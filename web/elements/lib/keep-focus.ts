const focusable = 'button:not([disabled]), select, a[href], [tabindex="0"]';

/**
 * Where what has the focus is taken away (a notice and its button, a control that makes room for others), browsers put
 * the focus back to the top of the page. Here it goes on to what follows, or to the last there is. Fields are passed
 * over: on a phone they would bring up the keyboard.
 */
export const keepFocus = (root: ShadowRoot | HTMLElement): void => {
  let last: Node | undefined;
  root.addEventListener('focusin', (event) => (last = event.target as Node));
  // A blur that somebody wanted; one by removal is told of while the node still goes.
  root.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (last === target && last?.isConnected) last = undefined;
    }),
  );
  new MutationObserver((records) => {
    if (!last || last.isConnected) return;
    const gone = records.findLast(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last!)));
    last = undefined;
    // Somebody took care of it already.
    if (!gone || root.ownerDocument.activeElement !== root.ownerDocument.body) return;
    const { previousSibling: before, target } = gone;
    const from = before?.isConnected ? before : target;
    const follows = (one: Node): boolean => {
      const place = from.compareDocumentPosition(one);
      const inside = (place & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0;
      return (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !(inside && from === before);
    };
    const all = [...root.querySelectorAll<HTMLElement>(focusable)].filter((one) => one.checkVisibility());
    (all.find(follows) ?? all.at(-1))?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
};
