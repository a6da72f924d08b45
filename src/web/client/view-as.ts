import { viewAsHeader, viewCompanyHeader } from '#domain/identity/view-as.ts';
import { createStore } from './store.ts';

/** The role that this tab sees the system as, and the company it belongs to there. */
export interface Viewing {
  role: string;
  /** What people call the role. */
  name: string;
  companyId: number | null;
  companyName: string | null;
}

const storageKey = 'clearway.viewAs';

/** Null: everyone is who they are. Kept for this tab alone, over a reload. */
export const viewing = createStore<Viewing | null>(read());

function read(): Viewing | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null');
    return isViewing(value) ? value : null;
  } catch {
    return null;
  }
}

function isViewing(value: unknown): value is Viewing {
  return (
    typeof value === 'object' &&
    value !== null &&
    'role' in value &&
    typeof value.role === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}

/** The headers that ask the server to answer as the role. */
export function viewHeaders(): Record<string, string> {
  const now = viewing.get();
  if (!now) return {};
  return {
    [viewAsHeader]: now.role,
    ...(now.companyId === null ? {} : { [viewCompanyHeader]: String(now.companyId) }),
  };
}

/** Forgets the role without leaving the page: what is loaded next is loaded as oneself. */
export function forgetView(): void {
  window.sessionStorage.removeItem(storageKey);
  viewing.set(null);
}

/**
 * Begins to see as a role: everything is loaded anew, so that nothing of what one saw before stays on the
 * screen.
 */
export function beginView(view: Viewing): void {
  window.sessionStorage.setItem(storageKey, JSON.stringify(view));
  window.location.assign('/');
}

/** Where one goes when the view ends: where it was begun. */
export function endView(): void {
  forgetView();
  window.location.assign('/permission/matrix');
}
