import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useHubState } from '#web/client/hub.ts';
import { messageQueue, type UnsentMessage } from '#web/features/coordination/unsent-messages.ts';
import { Moment } from './message-view.tsx';

/** A message of one's own that the server has not taken: it waits for the connection, or was refused and says why. */
export function UnsentLine({ unsent }: { unsent: UnsentMessage }) {
  const { t } = useTranslation();
  const hub = useHubState('chat');
  const { key, draft, madeAt, refusal } = unsent;
  const state = refusal !== null ? 'refused' : hub === 'connected' ? 'sending' : 'queued';
  return (
    <li className="chat-message" data-own="true" data-unsent={state}>
      <article className="chat-body">
        <header className="cw-soft">
          {refusal === null && (
            <>
              <span aria-hidden="true">◔ </span>
              {t(`chat.unsent.${state}`)}{' '}
            </>
          )}
          <Moment at={madeAt} />
        </header>
        <p className="chat-text">{draft.text}</p>
        {refusal !== null && (
          <Alert
            type="error"
            showIcon
            message={t('chat.unsent.refused')}
            description={refusal}
            action={
              <Button size="small" onClick={() => messageQueue.retry(key)}>
                {t('shell.retry')}
              </Button>
            }
          />
        )}
        {state !== 'sending' && (
          <Button size="small" type="text" danger onClick={() => messageQueue.drop(key)}>
            {t('chat.unsent.drop')}
          </Button>
        )}
      </article>
    </li>
  );
}
