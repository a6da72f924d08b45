import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ChangeMessage } from '#contract/hub.ts';
import type { ControlNotice, Reminder } from '#contract/notices.ts';
import type { OutputOf } from '#contract/services.ts';
import { messageKindOf } from '#domain/notices/message-kinds.ts';
import { changesReminders, isWarning, storedAs, waitsType } from '#domain/notices/reminders.ts';
import { onHubEvent, onReconnected } from '#web/client/hub.ts';
import { gather } from '#web/client/live.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';

export type MessageCount = OutputOf<'Message', 'GetCount'>;

/** Specification §9. The hub says most of it at once; asking is for what it missed. */
const reminderMs = 60_000;
const administratorCountMs = 5_000;
const countMs = 120_000;
const gatherMs = 200;
/** The user whom the specification calls the administrator. */
const administratorId = 1;

const keys = { notices: ['shell', 'notices'], reminders: ['shell', 'reminders'], count: ['shell', 'count'] };

/** Whatever makes reminders new makes the page of all messages new. */
export const messagesKey = [...keys.reminders, 'all'];

export function useIsAdministrator(): boolean {
  return useStore(currentUser)?.user.id === administratorId;
}

/** What fails to come is left as it was, without a word (specification §8). */
export function useControlNotices(): ControlNotice[] {
  const { data } = useQuery({
    queryKey: keys.notices,
    queryFn: () => callService('Notice', 'GetControlList', {}),
    refetchInterval: reminderMs,
    retry: false,
  });
  return data ?? [];
}

export function useReminders(): Reminder[] {
  return useKnownReminders() ?? [];
}

/** The same; undefined: they were not fetched yet. */
export function useKnownReminders(): Reminder[] | undefined {
  const { data } = useQuery({
    queryKey: keys.reminders,
    queryFn: () => callService('Reminder', 'GetList', {}),
    refetchInterval: reminderMs,
    retry: false,
  });
  return data;
}

export function useMessageCount(): MessageCount | undefined {
  const administrator = useIsAdministrator();
  const { data } = useQuery({
    queryKey: keys.count,
    queryFn: () => callService('Message', 'GetCount', {}),
    refetchInterval: administrator ? administratorCountMs : countMs,
    retry: false,
  });
  return data;
}

/** The channels of the user, as every part of the page requests them. */
export const channelsKey = ['channels', 'own'];

/** Undefined: they were not fetched yet. */
export function useChannels(): OutputOf<'Channel', 'GetSettings'> | undefined {
  const { data } = useQuery({
    queryKey: channelsKey,
    queryFn: () => callService('Channel', 'GetSettings', {}),
    staleTime: 60_000,
    retry: false,
  });
  return data;
}

/**
 * Real-time messages by others that are no message of the message centre to the user: those are shown when they arrive there.
 * Of the rest, those whose kind the user has on the screen, and warnings.
 */
export function useOtherMessages(show: (message: ChangeMessage) => void): void {
  const client = useQueryClient();
  const channels = useChannels();
  const latest = useRef(show);
  latest.current = (message) => {
    const { type, resource, by } = message;
    if (by === currentUser.get()?.user.id) return;
    const chosen = channels?.inForce[messageKindOf(resource, type)];
    if (isWarning(type) || !chosen || chosen.includes('screen')) show(message);
  };
  useEffect(() => {
    // Messages are stored before the hub sends them: a list that is fetched afterwards has them.
    const gathered = gather<ChangeMessage>(gatherMs, async (messages) => {
      await client.refetchQueries({ queryKey: keys.reminders, exact: true });
      const reminders = client.getQueryData<Reminder[]>(keys.reminders) ?? [];
      for (const message of messages) {
        if (!reminders.some((one) => isOf(one, message))) latest.current(message);
      }
    });
    const stop = onHubEvent('chat', 'getChangeMessage', (message) => {
      if (storedAs(message.type).length > 0) gathered.add(message);
      else latest.current(message);
    });
    return () => {
      gathered.stop();
      stop();
    };
  }, [client]);
}

function isOf({ resource, recordId, messageType, isRead }: Reminder, message: ChangeMessage): boolean {
  if (resource !== message.resource || recordId !== message.id || messageType === null) return false;
  if (messageType === waitsType && isRead === 1) return false;
  return storedAs(message.type).includes(messageType);
}

/** Asks anew for what a live message says has changed. Mounted once. */
export function useLiveNotices(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = (key: string[]) => void client.invalidateQueries({ queryKey: key });
    // Of many that come together it is asked once.
    const reminded = gather<null>(gatherMs, () => ask(keys.reminders));
    const stops = [
      onHubEvent('chat', 'recordChanged', ({ resource }) => {
        if (resource === 'notice') ask(keys.notices);
        // Whoever is on watch is reminded of it.
        if (resource === 'notam') ask(keys.reminders);
      }),
      onHubEvent('chat', 'getChangeMessage', ({ type }) => {
        if (changesReminders(type)) ask(keys.reminders);
        // Messages are about documents in a flow: what waits for the user may have changed.
        ask(keys.count);
      }),
      onHubEvent('chat', 'remindersChanged', () => reminded.add(null)),
      onReconnected('chat', () => {
        for (const key of Object.values(keys)) ask(key);
      }),
    ];
    return () => {
      reminded.stop();
      for (const stop of stops) stop();
    };
  }, [client]);
}

export function useRefresh(): (what: keyof typeof keys) => Promise<void> {
  const client = useQueryClient();
  return (what) => client.invalidateQueries({ queryKey: keys[what] });
}
