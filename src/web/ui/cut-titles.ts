import { useEffect } from 'react';

/** Marks titles that were given here: they go when the text has room again. */
const given = 'data-cut-title';

/**
 * Text that ends in an ellipsis shows its full text where it is pointed at or has the focus, whichever screen it is on: what
 * a column is too narrow for depends on the window, so no screen can know it.
 */
export function useCutTitles(): void {
  useEffect(() => {
    const tell = ({ target }: Event) => {
      if (target instanceof Element) tellCut(target);
    };
    document.addEventListener('pointerover', tell, true);
    document.addEventListener('focusin', tell, true);
    return () => {
      document.removeEventListener('pointerover', tell, true);
      document.removeEventListener('focusin', tell, true);
    };
  }, []);
}

/** The boxes around a word that may cut it: a cell of a table has a link and a figure between. */
const mostAbove = 4;

function tellCut(pointed: Element): void {
  let box: Element | null = pointed;
  for (let above = 0; box && above < mostAbove; above += 1, box = box.parentElement) {
    if (!(box instanceof HTMLElement) || box === document.body) return;
    const { textOverflow, webkitLineClamp } = getComputedStyle(box);
    if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') continue;
    const isOurs = box.hasAttribute(given);
    // A title that the screen gives says more than the text.
    if (box.title !== '' && !isOurs) return;
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1) {
      box.title = box.textContent.trim();
      box.setAttribute(given, '');
    } else if (isOurs) {
      box.removeAttribute('title');
      box.removeAttribute(given);
    }
    return;
  }
}
