import { useSearchParams } from 'react-router';
import { type MessageKind, messageKinds } from '#domain/notices/message-kinds.ts';

/** Which messages are shown; all of it stands in the address. */
export interface MessageSelection {
  /** Absent: of every kind. */
  kind?: MessageKind | undefined;
  unreadOnly: boolean;
  filter: string;
  /** From 1 on. */
  page: number;
}

export function useMessageSelection() {
  const [query, setQuery] = useSearchParams();
  const page = Number(query.get('page'));
  const selection: MessageSelection = {
    kind: messageKinds.find((one) => one === query.get('kind')),
    unreadOnly: query.get('unread') === '1',
    filter: query.get('q') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
  /** What is changed begins at its first page. */
  const select = (change: Partial<MessageSelection>) => {
    const next = { ...selection, page: 1, ...change };
    setQuery(
      {
        ...(next.kind ? { kind: next.kind } : {}),
        ...(next.unreadOnly ? { unread: '1' } : {}),
        ...(next.filter ? { q: next.filter } : {}),
        ...(next.page > 1 ? { page: String(next.page) } : {}),
      },
      { replace: true },
    );
  };
  return { selection, select };
}
