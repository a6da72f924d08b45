import { setLocale } from '#web/client/i18n.ts';
import { useLocale } from '#web/client/locale.ts';
import { noteChosenLocale } from '#web/client/preferences.ts';

/**
 * Two languages, so one button: it names the other one, in that other one. It stands outside the frame; what is chosen
 * there holds after signing in, too.
 */
export function LanguageSwitch() {
  const locale = useLocale();
  const next = locale === 'en' ? 'zh-Hans' : 'en';
  const choose = () => {
    setLocale(next);
    noteChosenLocale();
  };
  return (
    <button type="button" className="cw-link" lang={next} onClick={choose}>
      {next === 'en' ? 'English' : '中文'}
    </button>
  );
}
