import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router';
import type { MeetingView } from '#contract/meetings.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { download } from '#web/engine/transfer/transfer-api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { usePageTitle } from '#web/ui/document-title.ts';
import { FlightSpan } from '#web/ui/flight-time.tsx';
import { idOf } from '#web/ui/id-of.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { ActFailure, Acts, type MeetingDialog } from './meeting-acts.tsx';
import { MeetingForm, MoveDialog, ReasonDialog } from './meeting-form.tsx';
import { MeetingStateTag } from './meeting-list-page.tsx';
import { Papers, People } from './meeting-people.tsx';
import { useFreshMeetings, useMeeting } from './meeting-queries.ts';
import { Minutes, shownFirst, useMinutes } from './minutes-panel.tsx';
import { MinutesHead, MinutesView } from './minutes-view.tsx';
import { TaskList } from './task-list.tsx';
import './meetings.css';

/** The calls that give the minutes as a file. */
const exports = ['ExportWord', 'Export'] as const;

/** `/coordination/meeting/:id`: agenda, people, papers, the minutes while they are written and every version of them. */
export function MeetingPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const id = idOf(useParams().id);
  const { data, error, refetch } = useMeeting(id);
  usePageTitle(pathname, data?.title);
  if (error || !data)
    return <PageWait title={t('meetings.failed')} error={error} retry={() => void refetch()} />;
  return <Meeting key={data.id} meeting={data} />;
}

function Meeting({ meeting }: { meeting: MeetingView }) {
  const { t } = useTranslation();
  const fresh = useFreshMeetings();
  const action = useAsyncAction();
  const [dialog, setDialog] = useState<MeetingDialog | null>(null);
  const [number, setNumber] = useState<number | null>(null);
  const { id, state, mine, versions } = meeting;
  const { session, reopen } = useMinutes(meeting);
  // What is shown: the version that was chosen, that waits, or that is in force.
  const version = versions.find((one) => one.number === number) ?? shownFirst(meeting);
  const does = (work: () => Promise<unknown>) =>
    action.run(async () => {
      await work();
      await fresh();
    });
  const close = () => {
    setDialog(null);
    void fresh();
  };
  return (
    <div className="cw-page meeting-page">
      <header className="cw-bar">
        <h1 className="cw-title">
          <Link to="/coordination/meeting">{t('meetings.title')}</Link> / {meeting.title}
        </h1>
        <MeetingStateTag state={state} />
        <span className="cw-grow" />
        <Acts meeting={meeting} session={session} action={action} does={does} open={setDialog} />
        {version && (
          <>
            <Dropdown
              trigger={['click']}
              menu={{
                items: exports.map((key) => ({ key, label: t(`meetings.export.${key}`) })),
                onClick: ({ key }) =>
                  void action.run(async () => {
                    await download(`/api/services/app/Meeting/${key}?id=${id}&number=${version.number}`);
                  }),
              }}
            >
              <Button icon={<DownloadOutlined />}>{t('meetings.export')}</Button>
            </Dropdown>
            <Button icon={<PrinterOutlined />} aria-haspopup="dialog" onClick={() => setDialog('print')}>
              {t('show.print')}
            </Button>
          </>
        )}
      </header>
      {action.failure !== null && <ActFailure error={action.failure} />}
      <Facts meeting={meeting} />
      <div className="meeting-columns">
        <div className="meeting-main">
          <Minutes {...{ meeting, session, reopen, version }} onVersion={setNumber} />
        </div>
        <aside className="meeting-side" aria-label={t('meetings.aside')}>
          <People meeting={meeting} busy={action.busy} does={does} />
          {meeting.tasks.length > 0 && (
            <section>
              <h2>{t('meetings.tasks')}</h2>
              <TaskList tasks={meeting.tasks} />
            </section>
          )}
          <Papers meeting={meeting} />
        </aside>
      </div>
      {dialog === 'change' && <MeetingForm meeting={meeting} onClose={close} />}
      {dialog === 'move' && <MoveDialog meeting={meeting} onClose={close} />}
      {dialog === 'cancel' && (
        <ReasonDialog
          act="cancel"
          danger
          work={(reason) => callService('Meeting', 'Cancel', { id, reason })}
          onClose={close}
        />
      )}
      {dialog === 'correct' && (
        <ReasonDialog
          act="correct"
          work={(reason) => callService('Meeting', 'Correct', { id, reason })}
          onClose={close}
        />
      )}
      {dialog === 'takeOver' && (
        <ConfirmDialog
          title={t('meetings.takeOver')}
          okText={t('meetings.takeOver')}
          failed={t('meetings.failed')}
          work={async () => {
            await callService('Meeting', 'TakeOver', { id });
            close();
          }}
          onCancel={close}
        >
          {t('meetings.takeOver.text')}
        </ConfirmDialog>
      )}
      {dialog === 'decline' && (
        <ReasonDialog
          act="decline"
          optional
          work={(reason) => callService('Meeting', 'Answer', { id, coming: false, reason })}
          onClose={close}
        />
      )}
      {dialog === 'refuse' && version && (
        <ReasonDialog
          act="refuse"
          danger
          work={(reason) =>
            callService('Meeting', 'Decide', { id, number: version.number, approve: false, reason })
          }
          onClose={close}
        />
      )}
      {dialog === 'print' && version && (
        <PrintSheet
          title={version.head.title}
          subtitle={t('meetings.minutes')}
          onClose={() => setDialog(null)}
        >
          <MinutesHead version={version} />
          <MinutesView version={version} />
        </PrintSheet>
      )}
      {mine === null && <p className="cw-soft">{t('meetings.notInvited')}</p>}
    </div>
  );
}

function Facts({ meeting }: { meeting: MeetingView }) {
  const { t } = useTranslation();
  const { startTime, endTime, place, convenorName, reason } = meeting;
  return (
    <dl className="cw-fields">
      <div>
        <dt>{t('meetings.field.time')}</dt>
        <dd>
          <FlightSpan from={startTime} to={endTime} year />
        </dd>
      </div>
      <div>
        <dt>{t('meetings.field.place')}</dt>
        <dd>{place ?? '—'}</dd>
      </div>
      <div>
        <dt>{t('meetings.field.convenor')}</dt>
        <dd>{convenorName}</dd>
      </div>
      {reason && (
        <div>
          <dt>{t('meetings.field.reason')}</dt>
          <dd>{reason}</dd>
        </div>
      )}
    </dl>
  );
}
