import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DocumentKind } from '#domain/approvals/flow.ts';
import { pathOfMessage } from '#web/features/notices/message-path.ts';

interface Props {
  resource: string;
  document: number;
  /** Null: it is in the trash, or the user may not read it now. */
  name: string | null;
}

/** The columns that say of which kind a document is, and which. */
export const documentColumns = (t: TFunction) => [
  {
    key: 'kind',
    title: t('statistics.work.kind'),
    cell: ({ kind }: { kind: DocumentKind }) => t(`statistics.kind.${kind}`),
  },
  {
    key: 'document',
    title: t('statistics.decisionList.document'),
    cell: (one: Props) => <DocumentLink {...one} />,
  },
];

/** The record that was or is decided on. */
function DocumentLink({ resource, document, name }: Props) {
  const { t } = useTranslation();
  if (name === null)
    return (
      <>
        #{document} {t('statistics.decisionList.deleted')}
      </>
    );
  const path = pathOfMessage({ resource, recordId: document });
  return path ? <Link to={path}>{name}</Link> : name;
}
