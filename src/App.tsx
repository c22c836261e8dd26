import { lazy, Suspense } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { openBackend } from './backend/backend.ts'
import { RequireNoSession, RequireSession } from './session/guards.tsx'
import { PageBoundary } from './layout/PageBoundary.tsx'
import { UpdateNotice } from './pwa/UpdateNotice.tsx'
import { Toasts } from './ui/toasts/toast.ts'

const LandingPage = lazy(() => import('./pages/landing/LandingPage.tsx'))
const LoginPage = lazy(() => import('./pages/auth/LoginPage.tsx'))
const SignupPage = lazy(() => import('./pages/auth/SignupPage.tsx'))
const GraphiQLPage = lazy(() => import('./pages/graphiql/GraphiQLPage.tsx'))
const HomePage = lazy(() => import('./pages/home/HomePage.tsx'))
const ExplorePage = lazy(() => import('./pages/explore/ExplorePage.tsx'))
const BookmarksPage = lazy(() => import('./pages/bookmarks/BookmarksPage.tsx'))
const ProfilePage = lazy(() => import('./pages/profile/ProfilePage.tsx'))
const PostPage = lazy(() => import('./pages/post/PostPage.tsx'))
const LabPage = lazy(() => import('./pages/lab/LabPage.tsx'))
const NotFoundPage = lazy(() => import('./pages/notFound/NotFoundPage.tsx'))

/** The backend is fetched beside the frame's code, not after it. */
const Frame = lazy(() => {
  // A failure here is told by the first query.
  openBackend().catch(() => {})
  return import('./layout/AppLayout.tsx')
})

/** Every address of the app (spec §2). Each page is a chunk of its own. */
export function App() {
  return (
    <BrowserRouter>
      <PageBoundary>
        <Suspense>
          <Routes>
            <Route element={<RequireNoSession />}>
              <Route index element={<LandingPage />} />
              <Route path="login" element={<LoginPage />} />
              <Route path="signup" element={<SignupPage />} />
            </Route>
            <Route path="graphiql" element={<GraphiQLPage />} />
            <Route element={<RequireSession />}>
              <Route element={<Frame />}>
                <Route path="home" element={<HomePage />} />
                <Route path="explore" element={<ExplorePage />} />
                <Route path="bookmarks" element={<BookmarksPage />} />
                <Route path="userprofile" element={<ProfilePage />} />
                <Route path="userprofile/:userId" element={<ProfilePage />} />
              </Route>
            </Route>
            <Route element={<Frame />}>
              <Route path="post/:postId" element={<PostPage />} />
              <Route path="lab" element={<LabPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Routes>
        </Suspense>
      </PageBoundary>
      <Toasts />
      <UpdateNotice />
    </BrowserRouter>
  )
}
