import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ChangeMessage } from '../../../domain/hub.ts';
import { isPlanState, stateKey } from '../../../domain/plan/states.ts';
import { useHubEvent } from '../../hub.ts';
import { currentUser } from '../../session.ts';

/** Start and end of a flight (specification §9: 6 s); approval notices stay until they are closed; all else 60 s. */
const dynamics = new Set(['takeOff', 'land', 'revertReport', 'editReport']);
const approvals = new Set([
  'submit',
  'approve',
  'reject',
  'return',
  'reassign',
  'applyRelease',
  'allow',
  'allowRestricted',
  'refuse',
  'stepOverdue',
]);
/** Not worth a word to anyone else: nobody waits for it. */
const quiet = new Set(['create', 'edit', 'delete', 'split', 'takeUp', 'takeUpRelease']);

/** How long the toast of a plan's message stays, in seconds; 0: until it is closed; null: none at all. */
export function toastSeconds(type: string): number | null {
  const [resource, action = ''] = type.split('.');
  if (resource !== 'plan' || quiet.has(action)) return null;
  if (dynamics.has(action)) return 6;
  return approvals.has(action) ? 0 : 60;
}

/** Says what others did to plans that concern me; mounted once. One toast a plan: the newest word replaces the last. */
export function PlanNotices() {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const navigate = useNavigate();

  function show(message: ChangeMessage): void {
    const seconds = toastSeconds(message.type);
    if (seconds === null || message.by === currentUser.get()?.user.id) return;
    const action = message.type.replace('plan.', '');
    const key = `plan-${message.id}`;
    // `2026…0001 B10QA: …`: number and callsign come first in the message whatever its language.
    const [subject = ''] = message.content.split(/[:：]/);
    notification.open({
      key,
      type: action === 'reject' || action === 'refuse' || action === 'lapse' ? 'warning' : 'info',
      role: 'status',
      placement: 'bottomRight',
      duration: seconds,
      message: t(`plan.action.${action}`, { defaultValue: message.title }),
      description: (
        <>
          <div className="cw-figures">{subject.trim()}</div>
          {isPlanState(message.state) && <div>{t(stateKey(message.state))}</div>}
          {message.unit && <div>{message.unit}</div>}
          {message.message && <q>{message.message}</q>}
        </>
      ),
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(key);
            void navigate(`/navigation/details?id=${message.id}`);
          }}
        >
          {t('plan.notice.open')}
        </Button>
      ),
    });
  }

  useHubEvent('chat', 'getChangeMessage', (message) => {
    if (message.resource === 'plan') show(message);
  });
  return null;
}
