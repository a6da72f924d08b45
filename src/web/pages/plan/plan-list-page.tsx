import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { resourceNamed } from '../../catalogue.ts';
import { useHolds } from '../../providers/access.ts';
import { ResourceList } from '../../resources/list.tsx';
import './plan.css';

/** Query and history of plans: the generated list, with the ways to new plans beside it. */
export function PlanListPage() {
  const { t } = useTranslation();
  const plan = resourceNamed('plan');
  const files = useHolds(['Pages.Navigation.Create']);
  if (!plan) return null;
  return (
    <ResourceList
      resource={plan}
      tools={
        files && (
          <>
            <Link to="/navigation/NotFinish">
              <Button tabIndex={-1}>{t('plan.notFinish.list')}</Button>
            </Link>
            <Link to="/navigation/addNavPlan">
              <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
                {t('plan.add.title')}
              </Button>
            </Link>
          </>
        )
      }
    />
  );
}
