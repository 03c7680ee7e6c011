/**
 * A page that is loaded anew has no dialog open any more, but may stand on the entry that one had in the history: Back
 * would seem to do nothing. Goes into the page as text, so it can use nothing from outside.
 */
export function leaveDialogEntry(): void {
  const dialogs = history.state?.dialogs;
  if (dialogs > 0) history.go(-dialogs);
}
