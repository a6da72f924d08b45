import { QrCode } from '#web/ui/qr-code.tsx';
import { ThemeProvider } from '#web/ui/theme-provider.tsx';

/** A chunk of its own: the page around it is drawn without antd. */
export function BindQr({ value, label }: { value: string; label: string }) {
  return (
    <ThemeProvider>
      <QrCode value={value} size={240} label={label} />
    </ThemeProvider>
  );
}
