import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MeetingTaskView } from '#contract/meetings.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { today } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useFreshMeetings } from './meeting-queries.ts';

/** Tasks of meetings: who, until when, and whether it is done. */
export function TaskList({
  tasks,
  withMeeting = false,
}: {
  tasks: readonly MeetingTaskView[];
  withMeeting?: boolean;
}) {
  const { t } = useTranslation();
  const { busy, failure, run } = useAsyncAction();
  const fresh = useFreshMeetings();
  const set = (id: number, done: boolean) =>
    run(async () => {
      await callService('Meeting', 'SetTask', { id, done });
      await fresh();
    });
  if (tasks.length === 0) return <p className="cw-soft">{t('meetings.noTasks')}</p>;
  return (
    <>
      {failure !== null && <Failure title={t('meetings.failed')} error={failure} />}
      <ul className="meeting-tasks">
        {tasks.map(
          ({ id, meeting, meetingTitle, text, ownerName, due, state, note, doneByName, mayClose }) => (
            <li key={id}>
              <span className={state === 'open' ? undefined : 'cw-struck'}>{text}</span>
              <span className="cw-bar">
                <span className="cw-soft">
                  {ownerName} · <span className="cw-figures">{due}</span>
                </span>
                {state === 'open' && due < today() && (
                  <Tag className="cw" color="red">
                    {t('meetings.overdue')}
                  </Tag>
                )}
                {state !== 'open' && (
                  <Tag className="cw" color={state === 'done' ? 'green' : 'default'}>
                    {t(`meetings.task.${state}`)}
                    {state === 'done' && doneByName ? ` · ${doneByName}` : ''}
                  </Tag>
                )}
                {withMeeting && <Link to={`/coordination/meeting/${meeting}`}>{meetingTitle}</Link>}
                {mayClose && (
                  <Button size="small" disabled={busy} onClick={() => void set(id, state === 'open')}>
                    {t(state === 'open' ? 'meetings.task.close' : 'meetings.task.reopen')}
                    <span className="cw-hidden">: {text}</span>
                  </Button>
                )}
              </span>
              {note && <span className="cw-soft">{note}</span>}
            </li>
          ),
        )}
      </ul>
    </>
  );
}
