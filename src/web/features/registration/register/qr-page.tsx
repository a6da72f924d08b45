import { PrinterOutlined } from '@ant-design/icons';
import { Button, Card, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { QrCode } from '#web/ui/qr-code.tsx';
import '#web/features/registration/public/applicant.css';

/** The product's public addresses, in the order in which they are handed out. */
const addresses = [
  { key: 'home', path: '/' },
  { key: 'reg', path: '/reg' },
  { key: 'auth', path: '/auth' },
  { key: 'bind', path: '/permission/bindCode' },
  { key: 'map', path: '/permission/mapApp' },
] as const;

/** `/permission/QRCode`: what is put on a sign or sent to an operator, as codes that a phone reads. */
export function QrPage() {
  const { t } = useTranslation();
  const { origin } = window.location;
  return (
    <div className="cw-page" style={{ display: 'grid', gap: 16 }}>
      <div className="cw-bar">
        <h1 className="cw-title">{t('register.qr.title')}</h1>
        <span className="cw-grow" />
        <Button className="qr-noprint" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('register.qr.print')}
        </Button>
      </div>
      <p style={{ margin: 0 }}>{t('register.qr.about')}</p>
      <div className="qr-cards">
        {addresses.map(({ key, path }) => {
          const link = origin + path;
          return (
            <Card key={key} size="small" title={t(`register.qr.${key}`)}>
              <figure>
                <QrCode value={link} size={200} label={t(`register.qr.${key}`)} />
                <figcaption>
                  <Typography.Text
                    copyable={{ text: link, tooltips: [t('register.done.copy'), t('register.done.copied')] }}
                  >
                    {link}
                  </Typography.Text>
                  <div className="register-hint">{t(`register.qr.${key}Hint`)}</div>
                </figcaption>
              </figure>
            </Card>
          );
        })}
      </div>
    </div>
  );
}
