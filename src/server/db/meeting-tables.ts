import type { ColumnModel, TableModel } from './table-parts.ts';

/**
 * What is written into minutes, update by update as it came (Yjs, base64). A meeting's updates are joined to one from
 * time to time (features/meetings/minutes-store.ts); their order does not matter, and one that comes twice counts once.
 */
export function meetingTables(mark: string): TableModel[] {
  const column = (name: string, type: ColumnModel['type'], fallback: string | null = null): ColumnModel => ({
    name,
    type,
    notNull: true,
    default: fallback,
  });
  return [
    {
      name: 'minutes_update',
      mark: `${mark} updates of minutes`,
      columns: [
        { ...column('id', 'bigint'), identity: true },
        column('meeting_id', 'bigint'),
        column('bytes', 'text'),
        column('at', 'timestamp with time zone', 'now()'),
      ],
      primaryKey: ['id'],
      checks: [],
      foreignKeys: [
        {
          name: 'minutes_update_meeting_id_fk',
          column: 'meeting_id',
          target: 'meeting',
          definition: 'foreign key ("meeting_id") references "meeting" (id) on delete cascade',
        },
      ],
      indexes: [
        {
          name: 'minutes_update_meeting_index',
          definition: 'index on "minutes_update" ("meeting_id", "id")',
          unique: [],
        },
      ],
    },
  ];
}
