import { useTranslation } from 'react-i18next';
import type { AirPicture } from '#contract/map.ts';

/** The bounds of heights that could not be brought to one datum: of all that may overlap the plan within them. */
export function HeightBounds({ picture }: { picture: AirPicture | undefined }) {
  const { t } = useTranslation();
  const lines = (picture?.others ?? []).flatMap(({ resource, id, label, kind, meets }) => {
    // A flight information region is everywhere.
    if (kind === 'fir') return [];
    const texts = meets.flatMap(({ bounds }) =>
      bounds ? [t(`plan.heights.${bounds.why}`, { ...bounds })] : [],
    );
    return [...new Set(texts)].map((text) => ({ key: `${resource} ${id} ${text}`, label, text }));
  });
  if (lines.length === 0) return null;
  return (
    <ul className="cw-soft cw-figures" aria-label={t('plan.page.heights')}>
      {lines.map(({ key, label, text }) => (
        <li key={key}>
          <strong>{label}</strong> {text}
        </li>
      ))}
    </ul>
  );
}
