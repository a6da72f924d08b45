import { CopyOutlined, DeleteOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeetingView } from '#contract/meetings.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { fromBase64 } from './base64.ts';
import { discardUnsent, hasUnsent, unsentTexts } from './unsent-minutes.ts';

/** State of a new document: the answer to it is the whole one. */
const nothing = 'AA==';

/**
 * What this user wrote without a connection and the minutes took no more: to copy, or to discard. When the minutes are open
 * again, the editor brings it in.
 */
export function UnsentPanel({
  meeting,
  isRefused = false,
  onDiscard,
}: {
  meeting: MeetingView;
  /** The server refuses the text: it can be discarded also where it cannot be read. */
  isRefused?: boolean;
  onDiscard: () => void;
}) {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const user = useStore(currentUser)?.actor.userId ?? 0;
  const { id, version } = meeting;
  const isThere = hasUnsent(id, user);
  const { data } = useQuery({
    queryKey: ['meetings', 'stored', id, version],
    queryFn: () => callService('Meeting', 'Sync', { id, stateVector: nothing }),
    enabled: isThere,
  });
  const texts = data ? unsentTexts(meeting, user, fromBase64(data.update)) : [];
  if (!isThere || !data || (texts.length === 0 && !isRefused)) return null;
  const copy = (text: string) =>
    void copyText(text).then((copied) =>
      copied ? message.success(t('show.copied')) : message.error(t('shell.notCopied')),
    );
  const discard = () =>
    modal.confirm({
      title: t('meetings.unsent.discard'),
      content: t('meetings.unsent.discardText'),
      okText: t('meetings.unsent.discard'),
      okButtonProps: { danger: true },
      cancelText: t('shell.cancel'),
      onOk() {
        discardUnsent(id, user);
        draw();
        onDiscard();
      },
    });
  return (
    <Alert
      type="warning"
      showIcon
      message={t('meetings.unsent.title')}
      description={
        <>
          <p>{t('meetings.unsent.text')}</p>
          <ul className="meeting-unsent">
            {texts.map(({ item, kind, text }) => (
              <li key={`${item} ${kind} ${text}`}>
                <span className="cw-bar">
                  <strong>
                    {item} · {t(`meetings.${kind}`)}
                  </strong>
                  <Button size="small" icon={<CopyOutlined />} onClick={() => copy(text)}>
                    {t('show.copy')}
                    <span className="cw-hidden">: {item}</span>
                  </Button>
                </span>
                <p className="meeting-notes">{text}</p>
              </li>
            ))}
          </ul>
          <Button size="small" danger icon={<DeleteOutlined />} onClick={discard}>
            {t('meetings.unsent.discard')}
          </Button>
        </>
      }
    />
  );
}
