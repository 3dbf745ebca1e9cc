/**
 * By how much the style of the page, or that for print, enlarges an element. What the browser measures on the screen
 * divided by it is what the element's own style is written in.
 */
export const zoomOf = (element: Element): number => (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
