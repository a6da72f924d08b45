import { setLocale } from '#web/client/i18n.ts';
import { useLocale } from '#web/client/locale.ts';

/** Two languages, so one button: it names the other one, in that other one. */
export function LanguageSwitch() {
  const locale = useLocale();
  const next = locale === 'en' ? 'zh-Hans' : 'en';
  return (
    <button type="button" className="cw-link" lang={next} onClick={() => setLocale(next)}>
      {next === 'en' ? 'English' : '中文'}
    </button>
  );
}
