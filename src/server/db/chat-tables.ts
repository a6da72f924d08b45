import type { ColumnModel, ForeignKeyModel, TableModel } from './table-parts.ts';

/** What a search in messages compares with; Chinese comes cut into words, once it was looked for. */
export const messageVector = `to_tsvector('simple'::regconfig, coalesce(words, '')) || to_tsvector('english'::regconfig, text)`;

type Columns = Record<string, [ColumnModel['type'], 'not null' | 'null' | { default: string }]>;

/**
 * Rooms in which people coordinate. They are no records: only their members know of them, administrators too. What happens in a
 * room is an entry, in one order and never changed; a message is how the entries about it leave it.
 */
export function chatTables(mark: string): TableModel[] {
  const table = (
    name: string,
    what: string,
    columns: Columns,
    rest: Pick<TableModel, 'primaryKey'> & Partial<Pick<TableModel, 'foreignKeys' | 'indexes'>>,
  ): TableModel => ({
    name,
    mark: `${mark} ${what}`,
    columns: Object.entries(columns).map(([column, [type, given]]) => ({
      name: column,
      type,
      notNull: given !== 'null',
      default: typeof given === 'object' ? given.default : null,
      ...(column === 'id' ? { identity: true } : {}),
    })),
    checks: [],
    foreignKeys: [],
    indexes: [],
    ...rest,
  });
  const index = (name: string, definition: string) => ({ name, definition, unique: [] });
  const ofRoom = (name: string): ForeignKeyModel => ({
    name: `${name}_room_fk`,
    column: 'room_id',
    target: 'chat_room',
    definition: 'foreign key ("room_id") references "chat_room" (id) on delete cascade',
  });
  return [
    table(
      'chat_room',
      'chat rooms',
      {
        id: ['bigint', 'not null'],
        kind: ['text', 'not null'],
        name: ['text', 'null'],
        military: ['boolean', { default: 'false' }],
        // The company, position, plan, airspace or meeting; of two users the key names them.
        subject: ['bigint', 'null'],
        key: ['text', 'null'],
        last_seq: ['bigint', { default: '0' }],
        last_hash: ['text', 'not null'],
        active_at: ['timestamp with time zone', 'not null'],
        created_at: ['timestamp with time zone', 'not null'],
        created_by: ['bigint', 'null'],
        created_by_name: ['text', 'null'],
        closed_at: ['timestamp with time zone', 'null'],
        seal: ['text', 'null'],
        // Entries up to here were deleted by the retention; the chain goes on from this hash.
        dropped_seq: ['bigint', { default: '0' }],
        dropped_hash: ['text', 'not null'],
      },
      {
        primaryKey: ['id'],
        indexes: [
          {
            name: 'chat_room_key_unique',
            definition: 'unique index on "chat_room" (key) where closed_at is null',
            unique: ['key'],
          },
          index('chat_room_subject_index', 'index on "chat_room" (kind, subject)'),
        ],
      },
    ),
    table(
      'chat_member',
      'chat members',
      {
        room_id: ['bigint', 'not null'],
        user_id: ['bigint', 'not null'],
        owner: ['boolean', { default: 'false' }],
        added_at: ['timestamp with time zone', 'not null'],
      },
      {
        primaryKey: ['room_id', 'user_id'],
        foreignKeys: [ofRoom('chat_member')],
        indexes: [index('chat_member_user_index', 'index on "chat_member" (user_id)')],
      },
    ),
    table(
      'chat_cursor',
      'chat cursors',
      {
        room_id: ['bigint', 'not null'],
        user_id: ['bigint', 'not null'],
        read_seq: ['bigint', 'not null'],
        read_at: ['timestamp with time zone', 'not null'],
      },
      { primaryKey: ['room_id', 'user_id'], foreignKeys: [ofRoom('chat_cursor')] },
    ),
    table(
      'chat_entry',
      'chat entries',
      {
        room_id: ['bigint', 'not null'],
        seq: ['bigint', 'not null'],
        kind: ['text', 'not null'],
        // The message that it is about; of a message its own number.
        about: ['bigint', 'not null'],
        author_id: ['bigint', 'null'],
        author_name: ['text', 'not null'],
        at: ['timestamp with time zone', 'not null'],
        client_id: ['text', 'null'],
        body: ['jsonb', 'not null'],
        hash: ['text', 'not null'],
      },
      {
        primaryKey: ['room_id', 'seq'],
        foreignKeys: [ofRoom('chat_entry')],
        indexes: [
          index('chat_entry_about_index', 'index on "chat_entry" (room_id, about)'),
          {
            name: 'chat_entry_client_unique',
            definition:
              'unique index on "chat_entry" (room_id, author_id, client_id) where client_id is not null',
            unique: ['room_id', 'author_id', 'client_id'],
          },
        ],
      },
    ),
    table(
      'chat_message',
      'chat messages',
      {
        id: ['bigint', 'not null'],
        room_id: ['bigint', 'not null'],
        seq: ['bigint', 'not null'],
        changed_seq: ['bigint', 'not null'],
        client_id: ['text', 'null'],
        kind: ['text', 'not null'],
        author_id: ['bigint', 'null'],
        author_name: ['text', 'not null'],
        sent_at: ['timestamp with time zone', 'not null'],
        text: ['text', 'not null'],
        mentions: ['bigint[]', { default: "'{}'" }],
        quote: ['bigint', 'null'],
        files: ['bigint[]', { default: "'{}'" }],
        // What is shown beside the text: place, references, what happened, whether it asks to be acknowledged.
        body: ['jsonb', 'not null'],
        edited_at: ['timestamp with time zone', 'null'],
        withdrawn_at: ['timestamp with time zone', 'null'],
        pinned_at: ['timestamp with time zone', 'null'],
        words: ['text', 'null'],
      },
      {
        primaryKey: ['id'],
        foreignKeys: [ofRoom('chat_message')],
        indexes: [
          {
            name: 'chat_message_seq_unique',
            definition: 'unique index on "chat_message" (room_id, seq)',
            unique: ['room_id', 'seq'],
          },
          index('chat_message_changed_index', 'index on "chat_message" (room_id, changed_seq)'),
          index(
            'chat_message_pinned_index',
            'index on "chat_message" (room_id, pinned_at) where pinned_at is not null',
          ),
          index('chat_message_uncut_index', 'index on "chat_message" (id) where words is null'),
          index('chat_message_words_index', `index on "chat_message" using gin ((${messageVector}))`),
        ],
      },
    ),
    table(
      'chat_receiver',
      'chat receivers',
      {
        room_id: ['bigint', 'not null'],
        seq: ['bigint', 'not null'],
        user_id: ['bigint', 'not null'],
        name: ['text', 'not null'],
        level: ['bigint', 'not null'],
        due_at: ['timestamp with time zone', 'not null'],
        sounded_at: ['timestamp with time zone', 'null'],
        escalated_at: ['timestamp with time zone', 'null'],
        acknowledged_at: ['timestamp with time zone', 'null'],
        remark: ['text', 'null'],
      },
      {
        primaryKey: ['room_id', 'seq', 'user_id'],
        foreignKeys: [ofRoom('chat_receiver')],
        indexes: [
          index('chat_receiver_due_index', 'index on "chat_receiver" (due_at) where acknowledged_at is null'),
          index(
            'chat_receiver_user_index',
            'index on "chat_receiver" (user_id) where acknowledged_at is null',
          ),
        ],
      },
    ),
    table(
      'chat_block',
      'chat blocks',
      {
        user_id: ['bigint', 'not null'],
        blocked_id: ['bigint', 'not null'],
        at: ['timestamp with time zone', 'not null'],
      },
      { primaryKey: ['user_id', 'blocked_id'] },
    ),
  ];
}
