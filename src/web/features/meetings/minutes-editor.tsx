import { DeleteOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { Alert, Button, Select, Tag } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { MeetingView } from '#contract/meetings.ts';
import {
  addEntry,
  dueOf,
  type Entry,
  type EntryKind,
  entriesOf,
  isRemoved,
  listOf,
  longestEntry,
  longestNotes,
  notesOf,
  textOf,
  whoOf,
} from '#domain/meetings/minutes-document.ts';
import { useStore } from '#web/client/store.ts';
import { Failure } from '#web/ui/failure.tsx';
import { DayPicker } from '#web/ui/pickers.tsx';
import { type MinutesSession, writersOf } from './minutes-session.ts';
import { SharedText } from './shared-text.tsx';
import { useShared } from './use-shared.ts';

interface Props {
  meeting: MeetingView;
  session: MinutesSession;
}

/** The minutes while they are written: for each item of the agenda notes, decisions and tasks, by several people at once. */
export function MinutesEditor({ meeting, session }: Props) {
  const state = useStore(session.state);
  return (
    <div className="meeting-minutes">
      <SavedState meeting={meeting} session={session} />
      {meeting.agenda.map(({ key, title, speaker }, index) => (
        <section key={key} className="meeting-item" aria-labelledby={`item-${key}`}>
          <h3 id={`item-${key}`}>
            {index + 1}. {title} {speaker && <span className="cw-soft">{speaker}</span>}
          </h3>
          <ItemEditor
            item={key}
            title={title}
            meeting={meeting}
            session={session}
            disabled={state === 'loading' || state === 'refused'}
          />
        </section>
      ))}
    </div>
  );
}

/** Whether what is on the screen is stored, in words. */
function SavedState({ meeting, session }: Props) {
  const { t } = useTranslation();
  const state = useStore(session.state);
  const failure = useStore(session.failure);
  const pointers = useStore(session.pointers);
  const names = writersOf(meeting, pointers);
  return (
    <>
      <p className="cw-bar" role="status">
        <Tag color={state === 'saved' ? 'green' : state === 'waiting' ? 'orange' : 'default'}>
          {t(`meetings.saved.${state}`)}
        </Tag>
        {names.map((name) => (
          <Tag key={name} color="blue">
            {name}
          </Tag>
        ))}
      </p>
      {state === 'waiting' && <Alert type="warning" showIcon message={t('meetings.saved.kept')} />}
      {state === 'refused' && <Failure title={t('meetings.saved.refusedWhy')} error={failure} />}
    </>
  );
}

function ItemEditor({
  item,
  title,
  meeting,
  session,
  disabled,
}: Props & { item: string; title: string; disabled: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <SharedText
        meeting={meeting}
        session={session}
        text={notesOf(session.doc, item)}
        where={`notes/${item}`}
        label={t('meetings.notesOf', { item: title })}
        placeholder={t('meetings.notes')}
        maxLength={longestNotes}
        rows={4}
        disabled={disabled}
      />
      {(['decisions', 'tasks'] as const).map((kind) => (
        <Entries key={kind} {...{ kind, item, title, meeting, session, disabled }} />
      ))}
    </>
  );
}

function Entries({
  kind,
  item,
  title,
  meeting,
  session,
  disabled,
}: Props & { kind: EntryKind; item: string; title: string; disabled: boolean }) {
  const { t } = useTranslation();
  const { doc } = session;
  useShared(entriesOf(doc, kind, item));
  const all = listOf(doc, kind, item);
  const shown = all.filter((entry) => !isRemoved(entry));
  const removed = all.filter(isRemoved);
  const add = () => addEntry(doc, kind, item, newId());
  const restore = () => {
    const last = removed.at(-1);
    if (last) last.set('removed', false);
  };
  return (
    <div className="meeting-entries">
      {shown.length > 0 && <h4>{t(`meetings.${kind}`)}</h4>}
      {shown.length > 0 && (
        <ol>
          {shown.map((entry, index) => (
            <EntryRow
              key={String(entry.get('id'))}
              name={t(`meetings.${kind}.one`, { number: index + 1, item: title })}
              where={`${kind}/${item}/${String(entry.get('id'))}`}
              isTask={kind === 'tasks'}
              {...{ entry, meeting, session, disabled }}
            />
          ))}
        </ol>
      )}
      <div className="cw-bar">
        <Button size="small" icon={<PlusOutlined />} disabled={disabled} onClick={add}>
          {t(`meetings.${kind}.add`)}
          <span className="cw-hidden">: {title}</span>
        </Button>
        {removed.length > 0 && (
          <Button size="small" type="text" icon={<UndoOutlined />} disabled={disabled} onClick={restore}>
            {t('meetings.restore', { count: removed.length })}
            <span className="cw-hidden">: {title}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

function EntryRow({
  entry,
  name,
  where,
  isTask,
  meeting,
  session,
  disabled,
}: Props & { entry: Entry; name: string; where: string; isTask: boolean; disabled: boolean }) {
  const { t } = useTranslation();
  const text = textOf(entry);
  const due = dueOf(entry);
  if (!text) return null;
  return (
    <li className="meeting-entry">
      <SharedText
        meeting={meeting}
        session={session}
        text={text}
        where={where}
        label={name}
        maxLength={longestEntry}
        disabled={disabled}
      />
      {isTask && (
        <>
          <Select
            className="meeting-who"
            showSearch
            optionFilterProp="label"
            disabled={disabled}
            aria-label={t('meetings.task.who', { task: name })}
            placeholder={t('meetings.owner')}
            value={whoOf(entry)}
            onChange={(who: number) => entry.set('who', who)}
            options={meeting.people.map(({ user, name: label }) => ({ value: user, label }))}
          />
          <DayPicker
            disabled={disabled}
            aria-label={t('meetings.task.due', { task: name })}
            placeholder={t('meetings.due')}
            value={due === null ? null : dayjs(due)}
            onChange={(day) => entry.set('due', day ? dayjs(day).format('YYYY-MM-DD') : null)}
          />
        </>
      )}
      <Button
        type="text"
        icon={<DeleteOutlined />}
        disabled={disabled}
        aria-label={t('meetings.removeEntry', { name })}
        onClick={() => entry.set('removed', true)}
      />
    </li>
  );
}

function newId(): string {
  const figures = crypto.getRandomValues(new Uint32Array(3));
  return [...figures].map((figure) => figure.toString(36)).join('');
}
