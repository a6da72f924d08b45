import { useEffect } from 'react';

const named = 'aria-activedescendant';

/**
 * Keeps the option that the keys have come to in view. The list of a picker scrolls by itself (style.css), which antd
 * knows nothing of; each picker names its active option.
 */
export function useActiveOption(): void {
  useEffect(() => {
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const id = target instanceof Element ? target.getAttribute(named) : null;
        const option = id === null ? null : document.getElementById(id);
        const list = option?.closest<HTMLElement>('.ant-select-dropdown [role=listbox]');
        if (option && list) show(option, list);
      }
    });
    observer.observe(document.body, { subtree: true, attributeFilter: [named] });
    return () => observer.disconnect();
  }, []);
}

function show(option: HTMLElement, list: HTMLElement): void {
  const below = option.offsetTop + option.offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(option.offsetTop, Math.max(below, list.scrollTop));
}
