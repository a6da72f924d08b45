import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ActionProps } from '#web/engine/record-actions.ts';

/** Opens the drawing board of a flow. */
export function OpenDesign({ record, onClose }: ActionProps) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose(false);
    void navigate(`/permission/flowConfig/${record.id}/design`);
  }, [navigate, record.id, onClose]);
  return null;
}
