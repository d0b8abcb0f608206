// The storage of a specification, changed in its text.

#include "collection/edit/storage_edit.h"

#include <gtest/gtest.h>

namespace porthole::collection {
namespace {

TEST(StorageEditTest, TheUrlIsChangedAndNothingElse) {
  EXPECT_EQ(set_storage("<c>\n  <!-- kept -->\n  <storage url='sqlite:a.db'/>\n</c>\n",
                        "postgresql:///x?a=b&schema=c")
                .value(),
            "<c>\n  <!-- kept -->\n  <storage url=\"postgresql:///x?a=b&amp;schema=c\"/>\n</c>\n");
}

TEST(StorageEditTest, AStorageIsAddedWhereThereIsNone) {
  EXPECT_EQ(set_storage("<c>\n  <seeds/>\n</c>\n", "sqlite:b.db").value(),
            "<c>\n  <seeds/>\n  <storage url=\"sqlite:b.db\"/>\n</c>\n");
}

}  // namespace
}  // namespace porthole::collection
