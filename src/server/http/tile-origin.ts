import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

/**
 * The origin that pages may load map tiles from, by the parameter `map.tileUrl`; null: the built-in base map only.
 * The content security policy is written without waiting, so the value is kept and follows changes.
 */
export async function followTileOrigin(deps: {
  parameters: Pick<Parameters, 'text'>;
  changes: ChangeFeed;
}): Promise<() => string | null> {
  let origin: string | null = null;
  async function read(): Promise<void> {
    origin = originOf(await deps.parameters.text('map.tileUrl'));
  }
  deps.changes.subscribe((change) => {
    // A parameter that cannot be read leaves the policy as it was.
    if (change.resource === 'parameter') void read().catch(() => {});
  });
  await read();
  return () => origin;
}

/** `https://{s}.tiles.example/{z}/{x}/{y}.png` → `https://*.tiles.example`; what is no address gives null. */
export function originOf(tileUrl: string): string | null {
  const match = /^(https?):\/\/((?:\{s\}\.)?[a-z0-9.-]+(?::\d+)?)(?:\/|$)/i.exec(tileUrl.trim());
  return match ? `${match[1]}://${match[2]?.replace('{s}', '*')}` : null;
}
