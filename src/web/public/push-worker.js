// Shows what the server pushes to this browser, and opens the page that it is about.

self.addEventListener('push', (event) => {
  const { title, body, path, tag, locale } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(
    // One that comes a second time takes the place of the first.
    self.registration.showNotification(title, { body, tag, lang: locale, icon: '/icon.svg', data: { path } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data ?? {};
  // Only pages of our own: whatever was pushed.
  const target = new URL(typeof path === 'string' ? path : '/', self.location.origin);
  if (target.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (windows) => {
      const open = windows.find((one) => new URL(one.url).origin === target.origin);
      if (!open) return self.clients.openWindow(target.href);
      await open.focus();
      // The page goes there by itself, and may ask about what was not saved.
      open.postMessage({ type: 'clearway.open', path: target.pathname });
    }),
  );
});
