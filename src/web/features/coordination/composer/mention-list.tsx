import type { RoomMember } from '#contract/coordination/rooms.ts';
import { useOnline } from '#web/features/coordination/online.ts';
import { Person } from '#web/features/coordination/room/person.tsx';

/** Whom the text may address, above the field that is typed in; the field has the keys and says which is active. */
export function MentionList({
  id,
  label,
  people,
  active,
  onChoose,
}: {
  id: string;
  label: string;
  people: readonly RoomMember[];
  active: number;
  onChoose: (person: RoomMember) => void;
}) {
  const isOnline = useOnline();
  return (
    <div id={id} role="listbox" aria-label={label} className="chat-mentions">
      {people.map((person, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which holds the focus
        <div
          key={person.userId}
          id={`${id}-${person.userId}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Person name={person.name} online={isOnline({ id: person.userId, online: person.online })} />
          <span>{person.name}</span>
          <span className="cw-soft">{person.position ?? person.companyName}</span>
        </div>
      ))}
    </div>
  );
}
