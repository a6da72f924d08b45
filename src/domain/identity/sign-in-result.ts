/** The right password of an account that may not sign in yet, by the number that ABP gives it (AbpLoginResultType). */
export const userIsNotActive = 4;
