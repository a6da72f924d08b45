import { useTranslation } from 'react-i18next';
import { useMayChat, useRooms } from './coordination-queries.ts';

/** A line of the command palette. */
interface Line {
  key: string;
  text: string;
  second?: string;
  section: string;
  path: string;
}

/** What of coordination the command palette leads to: its pages, a new room, and each room by its name. */
export function useCoordinationLines(): Line[] {
  const { t } = useTranslation();
  const may = useMayChat();
  const { data } = useRooms(false, may);
  if (!may) return [];
  const section = t('chat.title');
  return [
    { key: 'page:/coordination/index', text: section, section, path: '/coordination/index' },
    { key: 'page:/coordination/chat', text: t('chat.chat'), section, path: '/coordination/chat' },
    { key: 'coordination:new', text: t('chat.newRoom'), section, path: '/coordination/chat?new' },
    ...(data?.items ?? []).map(({ id, title, kind, military }) => ({
      key: `room:${id}`,
      text: title,
      second: military ? `★ ${t('chat.military')}` : t(`chat.room.${kind}`),
      section,
      path: `/coordination/chat?room=${id}`,
    })),
  ];
}
