import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type DocumentKind, documentKinds } from '#domain/approvals/flow.ts';

/** Documents of one kind, or of all (null). */
export function KindChoice({
  kind,
  onChange,
}: {
  kind: DocumentKind | null;
  onChange: (kind: DocumentKind | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select<DocumentKind | ''>
      aria-label={t('statistics.work.kind')}
      value={kind ?? ''}
      onChange={(next) => onChange(next === '' ? null : next)}
      options={[
        { value: '', label: t('statistics.decisionList.anyKind') },
        ...documentKinds.map((value) => ({ value, label: t(`statistics.kind.${value}`) })),
      ]}
      popupMatchSelectWidth={false}
    />
  );
}
