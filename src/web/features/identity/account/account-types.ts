/** What the calls of MyAccount answer (src/server/services/account*.ts). */
export interface Profile {
  id: number;
  version: number;
  userName: string;
  name: string;
  surname: string | null;
  emailAddress: string | null;
  phoneNumber: string | null;
  company: string | null;
  roles: string[];
  lastLoginAt: string | null;
  passwordChangedAt: string | null;
}

export interface PasswordRules {
  minLength: number;
  maxLength: number;
  classes: number;
  notUserName: boolean;
  history: number;
  maxAgeDays: number;
}

export interface SessionView {
  id: number;
  here: boolean;
  device: 'desktop' | 'phone' | 'tablet' | 'program';
  /** What its owner calls a bound device. */
  name: string | null;
  browser: string;
  system: string;
  address: string;
  remembered: boolean;
  startedAt: string;
  lastSeenAt: string;
  endsAt: string;
}

export interface SecondFactor {
  enrolledAt: string | null;
  required: boolean;
  recoveryCodesLeft: number;
}

export interface SessionLife {
  endsInS: number;
  idleEndsInS: number | null;
  warnS: number;
}
