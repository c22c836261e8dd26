/** Spec §9: toasts close by themselves after 5 s, some after 100 ms, and a drag over 80 % of their width dismisses them. */
export const autoCloseMs = 5000
export const quickAutoCloseMs = 100
export const dragToDismissPercent = 80
