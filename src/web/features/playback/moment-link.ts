import { copyText } from '#web/ui/copy-text.ts';

/** The playback at a moment (UTC, ISO 8601), with a track chosen. */
export function momentLink(at: string, track?: string): string {
  const query = new URLSearchParams({ at, ...(track ? { track } : {}) });
  return `/flightWatch/trackPlayback?${query}`;
}

/** The report of a moment and its tracks. */
export function incidentLink(at: number, tracks: readonly string[]): string {
  const query = new URLSearchParams({ at: new Date(at).toISOString(), tracks: tracks.join(',') });
  return `/flightWatch/incident?${query}`;
}

/** Copies a link for whoever may see what it leads to; false: there is no clipboard, and the address bar has it. */
export async function copyLinkTo(link: URL): Promise<boolean> {
  if (await copyText(link.href)) return true;
  window.history.replaceState(window.history.state, '', link);
  return false;
}
