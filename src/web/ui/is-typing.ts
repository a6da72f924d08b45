/** Is a key pressed here meant for a field, a list of choices or a dialog, and not for the page? */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        'input:not([type=checkbox], [type=radio]), textarea, select, [role=combobox], [role=dialog], .ant-modal, .ant-select',
      ) !== null)
  );
}
