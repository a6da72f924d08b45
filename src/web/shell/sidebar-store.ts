import { readCookie, writeCookie } from '#web/client/cookies.ts';
import { createStore } from '#web/client/store.ts';
import { closed, flagCookie, flagOf, type Sidebar, sidebarOf, toggled } from './sidebar.ts';

const yearMs = 365 * 86_400_000;

export const sidebar = createStore<Sidebar>(sidebarOf(readCookie(flagCookie)));

function keep(next: Sidebar): void {
  writeCookie(flagCookie, flagOf(next), yearMs);
  sidebar.set(next);
}

export function toggleSidebar(): void {
  keep(toggled(sidebar.get()));
}

export function closeSidebar(withoutAnimation: boolean): void {
  keep(closed(withoutAnimation));
}
