import { callService } from '#web/client/services.ts';

/** Can this browser take pushes at all? Not on a page without TLS, but for the own machine. */
export function mayPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** The address at which this browser is pushed to; null: it is not. */
export async function pushedHere(): Promise<string | null> {
  if (!mayPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

/** This browser takes pushes from now on; `denied`: its user does not let it. */
export async function takePushes(publicKey: string): Promise<'denied' | 'taken'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  await navigator.serviceWorker.register('/push-worker.js', { scope: '/' });
  const registration = await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  // One that was made for another key is refused by the push service.
  if (before && keyOf(before.options.applicationServerKey) !== publicKey) await before.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  await callService('Channel', 'Subscribe', {
    endpoint: endpoint ?? subscription.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    device: deviceName(),
  });
  return 'taken';
}

function keyOf(key: ArrayBuffer | null): string {
  const bytes = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** By which its user knows the browser again. */
function deviceName(): string {
  const { userAgent } = navigator;
  const browser =
    ['Edg', 'Firefox', 'Chrome', 'Safari'].find((name) => userAgent.includes(name)) ?? 'Browser';
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'].find((name) =>
    userAgent.includes(name),
  );
  const name = browser === 'Edg' ? 'Edge' : browser;
  return system ? `${name}, ${system}` : name;
}
