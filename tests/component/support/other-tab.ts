import { vi } from 'vitest';
import { soundLock } from '#web/ui/sounding-tab.ts';

/** Another tab of this browser that sounds `what`, once it may, until it is closed. */
export async function otherTab(what: string): Promise<{ close: () => void }> {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  await new Promise<void>((resolve) => {
    void navigator.locks.request(soundLock(what), () => {
      resolve();
      return closed;
    });
  });
  return { close };
}

/** How many tabs sound `what`, and how many wait for it. */
export async function heldSound(what: string): Promise<{ held: number; pending: number }> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const count = (locks: LockInfo[]) => locks.filter(({ name }) => name === soundLock(what)).length;
  return { held: count(held), pending: count(pending) };
}

/** Whether somebody has touched this tab: until then browsers keep it silent. */
export function touched(isTouched: boolean): void {
  vi.spyOn(UserActivation.prototype, 'hasBeenActive', 'get').mockReturnValue(isTouched);
}
