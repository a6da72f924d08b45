import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MeetingView } from '#contract/meetings.ts';
import { isOpenTo } from '#domain/meetings/meeting-state.ts';
import { contentOf, type MinutesProblem, problemsOf } from '#domain/meetings/minutes-document.ts';
import type { AsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { RoomButton } from '#web/features/coordination/open-room.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { type MinutesSession, placesOf } from './minutes-session.ts';

export type MeetingDialog =
  | 'change'
  | 'move'
  | 'cancel'
  | 'correct'
  | 'refuse'
  | 'decline'
  | 'takeOver'
  | 'print';

/** What this user can do now. */
export function Acts({
  meeting,
  session,
  action,
  does,
  open,
}: {
  meeting: MeetingView;
  session: MinutesSession | null;
  action: AsyncAction;
  does: (work: () => Promise<unknown>) => Promise<void>;
  open: (dialog: MeetingDialog) => void;
}) {
  const { t } = useTranslation();
  const { id, mine, state, agenda, people, versions, mayTakeOver } = meeting;
  const takeOver = mayTakeOver && (
    <Button aria-haspopup="dialog" disabled={action.busy} onClick={() => open('takeOver')}>
      {t('meetings.takeOver')}
    </Button>
  );
  if (!mine) return takeOver;
  const { isConvenor, answer, decides } = mine;
  const dialogs = (
    [
      ['change', isConvenor && isOpenTo(state, 'change')],
      ['move', isConvenor && isOpenTo(state, 'move')],
      ['cancel', isConvenor && isOpenTo(state, 'cancel')],
      ['correct', isConvenor && isOpenTo(state, 'correct')],
    ] as const
  ).filter(([, may]) => may);
  const submit = () =>
    does(async () => {
      if (!session) return;
      await session.flush();
      const problems = problemsOf(
        contentOf(session.doc, agenda),
        people.map(({ user }) => user),
      );
      if (problems.length > 0) throw new IncompleteMinutes(problems);
      await callService('Meeting', 'Submit', { id });
    });
  return (
    <>
      {isOpenTo(state, 'room') && (
        <RoomButton size="middle" open={() => callService('Meeting', 'OpenRoom', { id })}>
          {t('meetings.room')}
        </RoomButton>
      )}
      {state === 'called' && !isConvenor && (
        <>
          <Button
            type={answer === 'yes' ? 'primary' : 'default'}
            aria-pressed={answer === 'yes'}
            disabled={action.busy}
            onClick={() => void does(() => callService('Meeting', 'Answer', { id, coming: true }))}
          >
            {t('meetings.accept')}
          </Button>
          <Button aria-pressed={answer === 'no'} disabled={action.busy} onClick={() => open('decline')}>
            {t('meetings.decline')}
          </Button>
        </>
      )}
      {takeOver}
      {dialogs.map(([name]) => (
        <Button key={name} aria-haspopup="dialog" disabled={action.busy} onClick={() => open(name)}>
          {t(`meetings.${name}`)}
        </Button>
      ))}
      {isConvenor && isOpenTo(state, 'begin') && (
        <Button
          type="primary"
          disabled={action.busy}
          onClick={() => void does(() => callService('Meeting', 'Begin', { id }))}
        >
          {t('meetings.begin')}
        </Button>
      )}
      {isConvenor && isOpenTo(state, 'submit') && (
        <Button type="primary" disabled={action.busy || !session} onClick={() => void submit()}>
          {t('meetings.submit')}
        </Button>
      )}
      {isConvenor && isOpenTo(state, 'withdraw') && (
        <Button
          disabled={action.busy}
          onClick={() => void does(() => callService('Meeting', 'Withdraw', { id }))}
        >
          {t('meetings.withdraw')}
        </Button>
      )}
      {decides && versions[0] && (
        <>
          <Button danger aria-haspopup="dialog" disabled={action.busy} onClick={() => open('refuse')}>
            {t('meetings.refuse')}
          </Button>
          <Button
            type="primary"
            disabled={action.busy}
            onClick={() =>
              void does(() =>
                callService('Meeting', 'Decide', { id, number: versions[0]?.number ?? 0, approve: true }),
              )
            }
          >
            {t('meetings.approve')}
          </Button>
        </>
      )}
    </>
  );
}

/** What stands between the minutes and those who approve them, found before they are sent. */
class IncompleteMinutes extends Error {
  constructor(readonly problems: readonly MinutesProblem[]) {
    super('meeting.refused.problems');
  }
}

export function ActFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const places =
    error instanceof IncompleteMinutes
      ? error.problems.map(({ where, key, values }): [string, string] => [where, t(key, { ...values })])
      : placesOf(error);
  if (places.length === 0) return <Failure title={t('meetings.failed')} error={error} />;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={t('meeting.refused.problems')}
      description={
        <ul className="meeting-problems">
          {places.map(([where, text]) => (
            <li key={`${where} ${text}`}>{text}</li>
          ))}
        </ul>
      }
    />
  );
}
