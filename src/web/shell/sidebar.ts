/** Specification §4 and §9: open unless the stored flag says 0; a toggle stores 1 or 0, closing stores 0. */
export const sidebarWidthPx = 210;
export const flagCookie = 'sidebarStatus';

export interface Sidebar {
  opened: boolean;
  /** The last change is to be seen at once: nobody asked for it with a hand on the button. */
  withoutAnimation: boolean;
}

/** What a stored flag means; whatever is no flag is the default. */
export function sidebarOf(flag: string | undefined): Sidebar {
  return { opened: flag !== '0', withoutAnimation: false };
}

export function toggled({ opened }: Sidebar): Sidebar {
  return { opened: !opened, withoutAnimation: false };
}

export function closed(withoutAnimation: boolean): Sidebar {
  return { opened: false, withoutAnimation };
}

export function flagOf({ opened }: Sidebar): '0' | '1' {
  return opened ? '1' : '0';
}
