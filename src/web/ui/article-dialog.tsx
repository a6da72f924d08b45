import { useQuery } from '@tanstack/react-query';
import { Modal, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Citation } from '#domain/documents/citations.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { useHolds } from '#web/client/access.ts';
import { errorText } from '#web/client/error-text.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { articleAddress } from './article-address.ts';

/** One article over the page, as it is in force today. */
export function ArticleDialog({ cites, onClose }: { cites: Citation; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const opens = useHolds(['Pages.governmentInformation']);
  const { code, article } = cites;
  const { data, error } = useQuery({
    queryKey: ['government', 'article', code, article],
    queryFn: () => callService('Government', 'GetArticle', { code, article }),
    staleTime: 600_000,
    retry: false,
  });
  const english = locale === 'en';
  const heading = data && ((english && data.headingEn) || data.heading);
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      title={
        data
          ? nameIn({ name: data.title, nameEn: data.titleEn }, locale)
          : t('government.article', { number: article })
      }
    >
      {error && <p role="alert">{errorText(error, t)}</p>}
      {!data && !error && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
      {data && (
        <>
          <p>
            <strong>
              {t('government.article', { number: data.number })} {heading}
            </strong>
          </p>
          <p style={{ whiteSpace: 'pre-line' }}>{(english && data.textEn) || data.text}</p>
          {data.isSummary && <p className="cw-soft">{t('government.summary')}</p>}
          {opens && (
            <Link to={articleAddress(cites)} onClick={onClose}>
              {t('government.toDocument')}
            </Link>
          )}
        </>
      )}
    </Modal>
  );
}
