import {
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  CommentOutlined,
  FolderOpenOutlined,
  GlobalOutlined,
  InfoCircleOutlined,
  RadarChartOutlined,
  ScheduleOutlined,
  SendOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

const icons: Record<string, ReactNode> = {
  home: <GlobalOutlined />,
  situation: <ApartmentOutlined />,
  navigation: <ScheduleOutlined />,
  intelligence: <SendOutlined />,
  flightWatch: <RadarChartOutlined />,
  baseManage: <FolderOpenOutlined />,
  information: <InfoCircleOutlined />,
  statistics: <BarChartOutlined />,
  governmentInformation: <AuditOutlined />,
  coordination: <CommentOutlined />,
  permission: <SettingOutlined />,
};

export function groupIcon(group: string): ReactNode {
  return icons[group] ?? <AppstoreOutlined />;
}
