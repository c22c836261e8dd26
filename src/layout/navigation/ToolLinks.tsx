import { TextLink } from '../../ui/TextLink.tsx'

/** Links to the pages about the app itself. */
export function ToolLinks() {
  return (
    <>
      <TextLink to="/graphiql">GraphiQL</TextLink> · <TextLink to="/lab">Lab</TextLink>
    </>
  )
}
