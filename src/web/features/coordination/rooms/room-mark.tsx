import { useTranslation } from 'react-i18next';
import type { RoomSummary } from '#contract/coordination/rooms.ts';
import { MilitaryMark } from './military-mark.tsx';

/** A glyph for each kind of room, beside its word. */
const glyphs: Record<RoomSummary['kind'], string> = {
  direct: '◦',
  group: '◎',
  company: '▣',
  position: '◉',
  plan: '✈',
  airspace: '⬠',
  encounter: '▲',
  meeting: '☷',
};

/** What kind of room it is; a military one is said so, in a sign and a word that no other has. */
export function RoomMark({ room }: { room: Pick<RoomSummary, 'kind' | 'military'> }) {
  const { t } = useTranslation();
  return (
    <>
      {room.military && <MilitaryMark />}
      <span className="chat-kind cw-soft">
        <span aria-hidden="true">{glyphs[room.kind]} </span>
        {t(`chat.room.${room.kind}`)}
      </span>
    </>
  );
}
