import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { signOut } from '#web/client/auth.ts';
import { signInNotice } from '#web/client/session.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { usePasswordForm } from './password-form.tsx';

/** Changes the own password; then one signs in with it, and comes back to where one was (specification §8). */
export function ChangePassword({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const leave = async () => {
    await signOut();
    signInNotice.set('shell.password.done');
    onClose();
    await navigate(`/login?redirect=${encodeURIComponent(pathname + search)}`);
  };

  const { busy, fields, forget, formProps } = usePasswordForm(leave, open);

  return (
    <FormDialog
      {...formProps}
      open={open}
      title={t('shell.password.title')}
      okText={t('shell.ok')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onCancel={onClose}
      // Passwords do not wait behind a closed dialog, nor does what was wrong with them.
      destroyOnHidden
      afterClose={forget}
    >
      {fields}
    </FormDialog>
  );
}
