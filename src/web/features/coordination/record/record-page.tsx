import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Card, Result, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useNotifyError } from '#web/client/notify-error.ts';
import { download } from '#web/engine/transfer/transfer-api.ts';
import { useRoom } from '#web/features/coordination/coordination-queries.ts';
import { MessageFiles } from '#web/features/coordination/room/message-files.tsx';
import { roomPath } from '#web/features/coordination/room-ways.ts';
import { Pins } from '#web/features/coordination/rooms/room-details.tsx';
import { RoomMark } from '#web/features/coordination/rooms/room-mark.tsx';
import { usePageTitle } from '#web/ui/document-title.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { idOf } from '#web/ui/id-of.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { ChainCheck } from './chain-check.tsx';
import { RecordTable } from './record-table.tsx';
import { mostShown, useWholeLog } from './use-whole-log.ts';
import { VersionsDialog } from './versions-dialog.tsx';
import '#web/ui/style/document.css';
import '#web/features/coordination/coordination.css';

/** The record of one room (/coordination/detail?id=). */
export function RoomRecordPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const id = idOf(query.get('id'));
  const notifyError = useNotifyError();
  const { data: room, error, refetch } = useRoom(id);
  usePageTitle(pathname, room ? room.title : undefined);
  if (id === null || error?.statusCode === 404) {
    return (
      <Result
        status="404"
        title={t('chat.noRoom')}
        subTitle={t('chat.noRoomText')}
        extra={<Button onClick={() => void navigate('/coordination/chat')}>{t('chat.allRooms')}</Button>}
      />
    );
  }
  if (!room) return <PageWait title={t('chat.log.failed')} error={error} retry={() => void refetch()} />;
  return (
    <div className="cw-page chat-record">
      <header className="cw-bar">
        <h1 className="cw-title">
          <Link to="/coordination/index">{t('chat.title')}</Link> / <bdi>{room.title}</bdi>
        </h1>
        <RoomMark room={room} />
        <span className="cw-grow" />
        <span className="cw-bar chat-no-print">
          <Link to={roomPath(room.id)}>{t('chat.openRoom')}</Link>
          <Button
            icon={<DownloadOutlined />}
            onClick={() => {
              const address = `/api/services/app/Coordination/ExportRecord?room=${room.id}`;
              download(address).catch(notifyError);
            }}
          >
            {t('chat.record.export')}
          </Button>
          <Link to="/verify">{t('evidence.checkRecord')}</Link>
          <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
            {t('show.print')}
          </Button>
        </span>
      </header>
      <p className="cw-soft">
        {t('chat.made', { name: room.createdByName ?? '—' })} <FlightTime at={room.createdAt} year />
        {room.closedAt && (
          <>
            {' · '}
            {t('chat.closed')} <FlightTime at={room.closedAt} year />
          </>
        )}
      </p>
      <ChainCheck room={room.id} />
      <div className="chat-home-grid">
        <Card size="small" title={t('chat.members')}>
          <ul className="cw-plain-list">
            {room.members.map((one) => (
              <li key={one.userId}>
                <bdi>{one.name}</bdi>{' '}
                <span className="cw-soft">{[one.position, one.companyName].filter(Boolean).join(' · ')}</span>
                {one.readAt && (
                  <span className="cw-soft">
                    {' · '}
                    {t('chat.readUntil')} <FlightTime at={one.readAt} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Card>
        <Card size="small">
          <Pins room={room} />
        </Card>
      </div>
      <Log room={room.id} entry={idOf(query.get('entry'))} />
    </div>
  );
}

/** Files, orders, and all that was said. */
function Log({ room, entry }: { room: number; entry: number | null }) {
  const { t } = useTranslation();
  const { items, error, done, cut } = useWholeLog(room);
  const [versions, setVersions] = useState(entry);
  const files = items.flatMap((message) => message.files);
  const orders = items.filter(({ demand }) => demand !== null);
  return (
    <>
      {error && <Failure title={t('chat.log.failed')} error={error} />}
      {files.length > 0 && (
        <section className="chat-no-print">
          <h2>
            {t('chat.record.files')} <span className="cw-figures cw-soft">{files.length}</span>
          </h2>
          <MessageFiles room={room} files={files} />
        </section>
      )}
      {orders.length > 0 && (
        <section>
          <h2>
            {t('chat.orders')} <span className="cw-figures cw-soft">{orders.length}</span>
          </h2>
          <RecordTable items={orders} onVersions={setVersions} />
        </section>
      )}
      <section>
        <h2>
          {t('chat.record.all')} <span className="cw-figures cw-soft">{items.length}</span>
        </h2>
        {!done && !error && <Skeleton active />}
        {cut && <p role="status">{t('chat.record.cut', { count: mostShown })}</p>}
        {done && items.length === 0 && <p className="cw-soft">{t('chat.log.none')}</p>}
        <RecordTable items={items} onVersions={setVersions} />
      </section>
      {versions !== null && <VersionsDialog room={room} seq={versions} onClose={() => setVersions(null)} />}
    </>
  );
}
