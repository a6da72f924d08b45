import { useTranslation } from 'react-i18next';
import { seeServerNotice, useServerNotices } from '#web/client/server-notices.ts';
import { zulu } from './target-text.ts';
import './server-banner.css';

/** What the server says of itself, over every map and wall, until it is seen or over. */
export function ServerBanner() {
  const { t } = useTranslation();
  const notices = useServerNotices();
  return notices.map((notice) => (
    <div key={notice.id} className="cw-server-banner" role="alert">
      <span aria-hidden="true">⚠</span> {t(notice.text.key, { ...notice.text.values, time: zulu(notice.at) })}{' '}
      <button type="button" onClick={() => seeServerNotice(notice)}>
        {t('map.banner.seen')}
      </button>
    </div>
  ));
}
