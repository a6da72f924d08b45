import { useTranslation } from 'react-i18next';
import type { FlightCategory } from '#domain/weather/category.ts';
import { useNow } from '#web/ui/flight-time.tsx';

/** A flight category: a word in its colour, with the international letters beside it where they differ. */
export function CategoryTag({ category }: { category: FlightCategory | null }) {
  const { t } = useTranslation();
  const word = t(`weather.category.${category ?? 'unknown'}`);
  return (
    <span className="cw-in-category cw-category" data-category={category ?? 'unknown'} title={word}>
      {category ?? word}
    </span>
  );
}

/** How old an observation is, marked when it is old. */
export function Age({ observedAt, oldAfterMin }: { observedAt: number; oldAfterMin: number }) {
  const { t } = useTranslation();
  const now = useNow(30_000);
  const minutes = Math.max(0, Math.round((now - observedAt) / 60_000));
  const isOld = minutes > oldAfterMin;
  const text =
    minutes < 120
      ? t('weather.page.age', { minutes })
      : t('weather.page.ageHours', { hours: Math.round(minutes / 60) });
  return (
    <span className="cw-figures cw-weather-age" data-old={isOld}>
      {text}
      {isOld && ` · ${t('weather.page.old')}`}
    </span>
  );
}
